/** Takes the readings: from PostgreSQL's catalogues over a short series of samples, from both services' metrics, from a pooler. */
@NullMarked
package matchnight.settlement.diagnosis.reading;

import org.jspecify.annotations.NullMarked;
