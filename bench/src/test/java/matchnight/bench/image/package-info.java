/** The services' images, made and run from their Dockerfiles without an engine. */
@NullMarked
package matchnight.bench.image;

import org.jspecify.annotations.NullMarked;
