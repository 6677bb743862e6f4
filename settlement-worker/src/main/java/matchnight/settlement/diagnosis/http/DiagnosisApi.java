package matchnight.settlement.diagnosis.http;

import matchnight.settlement.diagnosis.Diagnosis;
import matchnight.settlement.diagnosis.ReadingsFile;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Which mechanism owns the latency now, with the readings that say so. */
@RestController
class DiagnosisApi {

    private final OneLookAtATime looks;

    DiagnosisApi(OneLookAtATime looks) {
        this.looks = looks;
    }

    @GetMapping("/admin/diagnosis")
    ResponseEntity<String> diagnosis() throws InterruptedException {
        Diagnosis diagnosis = looks.look();
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_JSON)
                .cacheControl(CacheControl.noStore())
                .body(ReadingsFile.write(diagnosis));
    }
}
