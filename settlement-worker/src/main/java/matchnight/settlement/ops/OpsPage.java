package matchnight.settlement.ops;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import matchnight.settlement.problem.Problem;
import matchnight.settlement.problem.ProblemCode;
import matchnight.settlement.problem.ProblemException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * The console's page and what it needs, all of it from this service. The files hold nothing that is secret; the numbers come
 * by the stream, which asks for a token.
 */
@RestController
class OpsPage {

    private static final String CHARTS = "META-INF/resources/webjars/uplot/1.6.30/dist/";

    private record Asset(String location, String contentType) {}

    // Each part of the page is a module that the browser fetches by itself: there is no build step.
    private static final List<String> MODULES = List.of(
            "console", "stream", "curves", "now", "lists", "dialog", "actions", "diagnosis", "session", "format");

    private static final Map<String, Asset> ASSETS = assets();

    private static Map<String, Asset> assets() {
        Map<String, Asset> assets = new HashMap<>();
        assets.put("console.css", new Asset("ops/console.css", "text/css"));
        assets.put("charts.js", new Asset(CHARTS + "uPlot.iife.min.js", "text/javascript"));
        assets.put("charts.css", new Asset(CHARTS + "uPlot.min.css", "text/css"));
        MODULES.forEach(name -> assets.put(name + ".js", new Asset("ops/" + name + ".js", "text/javascript")));
        return Map.copyOf(assets);
    }

    private static final Asset PAGE = new Asset("ops/console.html", "text/html");

    @GetMapping("/ops")
    void page(HttpServletResponse response) throws IOException {
        write(PAGE, response);
    }

    @GetMapping("/ops/assets/{name}")
    void asset(@PathVariable String name, HttpServletResponse response) throws IOException {
        Asset asset = ASSETS.get(name);
        if (asset == null) {
            throw new ProblemException(Problem.of(ProblemCode.NOT_FOUND, "There is no such file"));
        }
        write(asset, response);
    }

    // Nothing from outside, nothing inline but the sizes that the charts set on their own elements.
    private static void write(Asset asset, HttpServletResponse response) throws IOException {
        response.setContentType(asset.contentType() + ";charset=UTF-8");
        response.setHeader("Cache-Control", "no-cache");
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Referrer-Policy", "no-referrer");
        response.setHeader(
                "Content-Security-Policy",
                "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src 'self' data:;"
                        + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
        try (InputStream file = OpsPage.class.getClassLoader().getResourceAsStream(asset.location())) {
            if (file == null) {
                throw new IllegalStateException("The build lacks " + asset.location());
            }
            file.transferTo(response.getOutputStream());
        }
    }
}
