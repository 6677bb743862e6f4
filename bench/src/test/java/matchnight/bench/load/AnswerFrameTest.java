package matchnight.bench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerFrameTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 201 \r\nLocation: /x\r\ncontent-length: 11\r\n\r\n{\"a\":\"b\"}..",
                "HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab0\r\n\r\n0\r\n\r\n",
                "HTTP/1.1 201 \r\nContent-Length: 0\r\n\r\n",
            })
    void anAnswerIsWholeAtItsLastByteAndNotBefore(String answer) throws IOException {
        byte[] bytes = answer.getBytes(US_ASCII);
        AnswerFrame frame = new AnswerFrame();
        for (int length = 1; length < bytes.length; length++) {
            assertThat(frame.isWhole(bytes, length))
                    .as("after %d bytes", length)
                    .isFalse();
        }
        assertThat(frame.isWhole(bytes, bytes.length)).isTrue();
        assertThat(frame.status()).isEqualTo(201);
        assertThat(frame.closes()).isFalse();
    }

    @Test
    void aFrameIsUsedAgain() throws IOException {
        AnswerFrame frame = new AnswerFrame();
        byte[] first = "HTTP/1.1 503 \r\nConnection: close\r\nContent-Length: 2\r\n\r\nno".getBytes(US_ASCII);
        assertThat(frame.isWhole(first, first.length)).isTrue();
        assertThat(frame.closes()).isTrue();
        frame.reset();
        byte[] second = "HTTP/1.1 422 \r\nContent-Length: 20\r\n\r\nnot yet".getBytes(US_ASCII);
        assertThat(frame.isWhole(second, second.length)).isFalse();
        assertThat(frame.status()).isEqualTo(422);
        assertThat(frame.closes()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 201 \r\nLocation: /x\r\n\r\n",
                "SSH-2.0-server\r\n\r\n",
                "HTTP/1.1 2x1 \r\nContent-Length: 2\r\n\r\n",
                "HTTP/1.1 201 \r\nContent-Length: 99999999999\r\n\r\n",
            })
    void whatCannotBeFramedIsRefused(String answer) {
        byte[] bytes = answer.getBytes(US_ASCII);
        assertThatThrownBy(() -> new AnswerFrame().isWhole(bytes, bytes.length)).isInstanceOf(IOException.class);
    }
}
