/**
 * The edge of a service: request bodies are read within bounds, or thrown away without holding a thread, and what the web
 * server refuses by itself is said in the service's words.
 */
@NullMarked
package matchnight.web;

import org.jspecify.annotations.NullMarked;
