/** Request bodies at the edge of a service: read within bounds, or thrown away without holding a thread. */
@NullMarked
package matchnight.web;

import org.jspecify.annotations.NullMarked;
