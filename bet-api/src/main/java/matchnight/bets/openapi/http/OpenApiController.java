package matchnight.bets.openapi.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.json.JsonMapper;

/**
 * Serves {@code docs/openapi-bet-api.yaml}, which is written by hand and travels in the jar. A test holds the code and the
 * description to one another.
 */
@RestController
final class OpenApiController {

    private final byte[] yaml;
    private final byte[] json;

    OpenApiController() throws IOException {
        try (InputStream document = new ClassPathResource("openapi-bet-api.yaml").getInputStream()) {
            yaml = document.readAllBytes();
        }
        Object read = new Yaml(new SafeConstructor(new LoaderOptions())).load(new String(yaml, StandardCharsets.UTF_8));
        json = JsonMapper.shared().writeValueAsBytes(read);
    }

    @GetMapping(path = "/v3/api-docs", produces = MediaType.APPLICATION_JSON_VALUE)
    byte[] asJson() {
        return json;
    }

    @GetMapping(path = "/v3/api-docs.yaml", produces = "application/yaml")
    byte[] asYaml() {
        return yaml;
    }
}
