package matchnight.bench.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import matchnight.stack.ProjectRoot;
import matchnight.stack.ServiceKind;
import matchnight.stack.testing.TestNeeds;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a service's jar says that it holds is what it holds. */
class BillOfMaterialsIT {

    private static final String LIBRARIES = "BOOT-INF/lib/";

    private static final String OFFLINE =
            "the jar holds no list: Maven leaves the plugin out of a build that is offline (-o)";

    @ParameterizedTest
    @EnumSource(ServiceKind.class)
    void theListIsThatOfTheLibrariesInTheJar(ServiceKind kind) throws IOException {
        Path path = ProjectRoot.find().resolve(kind.label()).resolve("target/" + kind.label() + "-exec.jar");
        try (JarFile jar = new JarFile(path.toFile())) {
            String location = jar.getManifest().getMainAttributes().getValue("Sbom-Location");
            if (location == null) {
                TestNeeds.refuseToSkip("bom", OFFLINE);
                Assumptions.abort(OFFLINE);
            }
            JsonNode list = JsonMapper.shared().readTree(jar.getInputStream(jar.getEntry(location)));
            assertThat(list.path("bomFormat").asString()).isEqualTo("CycloneDX");
            assertThat(list.path("metadata").path("component").path("name").asString())
                    .isEqualTo(kind.label());

            Set<String> held = jar.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.startsWith(LIBRARIES) && name.endsWith(".jar"))
                    .map(name -> name.substring(LIBRARIES.length()))
                    // The tool that unpacks the jar, which the packaging adds.
                    .filter(name -> !name.startsWith("spring-boot-jarmode-tools-"))
                    .collect(Collectors.toCollection(TreeSet::new));
            List<JsonNode> components = list.path("components").valueStream().toList();
            assertThat(components)
                    .allSatisfy(component ->
                            assertThat(component.path("purl").asString()).startsWith("pkg:maven/"));
            // Starters are nothing but dependencies: their jars are empty, and the packaging leaves them out.
            assertThat(components.stream()
                            .map(BillOfMaterialsIT::fileName)
                            .filter(name -> !name.startsWith("spring-boot-starter-")))
                    .containsExactlyInAnyOrderElementsOf(held);
        }
    }

    private static String fileName(JsonNode component) {
        return component.path("name").asString() + "-"
                + component.path("version").asString() + ".jar";
    }
}
