package matchnight.settlement.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

/** A database that cannot serve now is busy; a statement that it refuses is a fault of ours. */
class ProblemAdviceTest {

    @ParameterizedTest
    @CsvSource({
        "08006, 503",
        "57014, 503",
        "57P01, 503",
        "55P03, 503",
        "40P01, 503",
        "53300, 503",
        "42501, 503",
        "42601, 500",
        "22P02, 500",
        "23505, 500",
    })
    void theStateDecides(String state, int status) throws Exception {
        assertThat(answer(new SQLException("secret", state)).getStatus()).isEqualTo(status);
        assertThat(answer(new IllegalStateException(new SQLException("secret", state)))
                        .getStatus())
                .isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({
        "400, 400",
        "404, 404",
        "418, 400",
        "431, 400",
        "500, 500",
        "501, 400",
        "502, 500",
        "503, 503",
        "505, 400"
    })
    void whatTheServerDoesNotKnowIsTheClientsMistakeAndNoFaultOfOurs(int chosen, int answered) {
        assertThat(ProblemCode.ofStatus(chosen).status()).isEqualTo(answered);
    }

    @Test
    void aPoolWithoutAFreeConnectionIsBusyAndSaysWhenToComeBack() throws Exception {
        MockHttpServletResponse busy = answer(new SQLTransientConnectionException("secret"));

        assertThat(busy.getStatus()).isEqualTo(503);
        assertThat(busy.getHeader("Retry-After")).isEqualTo("1");
        assertThat(busy.getContentAsString()).contains("\"code\":\"BUSY\"").doesNotContain("secret");
    }

    private static MockHttpServletResponse answer(Exception thrown) throws Exception {
        var response = new MockHttpServletResponse();
        new ProblemAdvice().answer(thrown, new MockHttpServletRequest("GET", "/admin/backlog"), response);
        return response;
    }
}
