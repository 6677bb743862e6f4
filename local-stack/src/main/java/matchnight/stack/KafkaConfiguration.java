package matchnight.stack;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The settings of a broker that is its own controller and alone in its cluster. */
final class KafkaConfiguration {

    static final int NODE_ID = 1;
    static final String CONTROLLER_LISTENER = "CONTROLLER";

    private KafkaConfiguration() {}

    static String text(Path data, int port, int controllerPort) {
        StringBuilder text = new StringBuilder();
        settings(data, port, controllerPort)
                .forEach((name, value) ->
                        text.append(name).append('=').append(value).append('\n'));
        return text.toString();
    }

    private static Map<String, String> settings(Path data, int port, int controllerPort) {
        Map<String, String> settings = new TreeMap<>();
        settings.put("process.roles", "broker,controller");
        settings.put("node.id", Integer.toString(NODE_ID));
        settings.put("controller.quorum.voters", NODE_ID + "@127.0.0.1:" + controllerPort);
        settings.put("controller.listener.names", CONTROLLER_LISTENER);
        settings.put(
                "listeners",
                "PLAINTEXT://127.0.0.1:" + port + "," + CONTROLLER_LISTENER + "://127.0.0.1:" + controllerPort);
        settings.put("advertised.listeners", "PLAINTEXT://127.0.0.1:" + port);
        settings.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT," + CONTROLLER_LISTENER + ":PLAINTEXT");
        settings.put("log.dirs", data.toString());
        settings.put("auto.create.topics.enable", "false");
        settings.put("num.partitions", Integer.toString(KafkaServer.PARTITIONS));
        // After a crash the controller takes the broker back only when its former session has run out.
        settings.put("broker.session.timeout.ms", "3000");
        settings.put("broker.heartbeat.interval.ms", "500");
        // Alone, the controller need not wait long for others to stand for election.
        settings.put("controller.quorum.election.timeout.ms", "100");
        settings.put("controller.quorum.election.backoff.max.ms", "100");
        settings.put("controller.quorum.fetch.timeout.ms", "500");
        // One of each internal thing: there is one broker, and start-up creates them all.
        settings.put("offsets.topic.replication.factor", "1");
        settings.put("offsets.topic.num.partitions", "1");
        settings.put("transaction.state.log.replication.factor", "1");
        settings.put("transaction.state.log.min.isr", "1");
        settings.put("transaction.state.log.num.partitions", "1");
        settings.put("share.coordinator.state.topic.replication.factor", "1");
        settings.put("share.coordinator.state.topic.min.isr", "1");
        settings.put("share.coordinator.state.topic.num.partitions", "1");
        settings.put("group.initial.rebalance.delay.ms", "0");
        settings.put("num.network.threads", "2");
        settings.put("num.io.threads", "4");
        settings.put("log.cleaner.dedupe.buffer.size", "16777216");
        return settings;
    }
}
