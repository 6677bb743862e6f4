package matchnight.bench.placement;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Processor time used so far, in clock ticks, by each part of the run and by the whole machine. Zeros where there is no Linux. */
public record ProcessorReading(Map<Part, Long> ticks, long machineBusyTicks, long machineTicks) {

    /** Whose processor time is told apart. */
    public enum Part {
        BET_API("betApi"),
        SETTLEMENT_WORKER("settlementWorker"),
        POSTGRESQL("postgresql"),
        KAFKA("kafka"),
        GENERATOR("generator");

        private final String title;

        Part(String title) {
            this.title = title;
        }

        /** How metrics name it. */
        public String title() {
            return title;
        }
    }

    private static final Path PROC = Path.of("/proc");
    private static final int IDLE = 3;
    private static final int IO_WAIT = 4;
    private static final int GUEST = 8;

    static ProcessorReading take(BenchStack stack) {
        Map<Part, Long> ticks = new EnumMap<>(Part.class);
        ticks.put(Part.BET_API, ofTree(stack.betApiPid()));
        ticks.put(
                Part.SETTLEMENT_WORKER,
                stack.workerPids().stream().mapToLong(ProcessorReading::ofTree).sum());
        ticks.put(Part.POSTGRESQL, ofTree(stack.stack().postgres().pid()));
        ticks.put(Part.KAFKA, ofTree(stack.stack().kafka().pid()));
        ticks.put(Part.GENERATOR, ofProcess(ProcessHandle.current().pid(), false));
        List<Long> machine = machine();
        long all = machine.stream().limit(GUEST).mapToLong(Long::longValue).sum();
        return new ProcessorReading(ticks, all - machine.get(IDLE) - machine.get(IO_WAIT), all);
    }

    /** What was used between an earlier reading and this one. */
    public ProcessorReading since(ProcessorReading earlier) {
        Map<Part, Long> used = new EnumMap<>(Part.class);
        ticks.forEach((part, now) -> used.put(part, Math.max(0, now - earlier.ticks.getOrDefault(part, 0L))));
        return new ProcessorReading(
                used, machineBusyTicks - earlier.machineBusyTicks, machineTicks - earlier.machineTicks);
    }

    /** The part's share of the machine's processors, from 0 to 1. */
    public double share(Part part) {
        return ratio(ticks.getOrDefault(part, 0L));
    }

    /** What everything else on the machine used. */
    public double otherShare() {
        return ratio(Math.max(
                0,
                machineBusyTicks
                        - ticks.values().stream().mapToLong(Long::longValue).sum()));
    }

    private double ratio(long part) {
        return machineTicks == 0 ? 0 : (double) part / machineTicks;
    }

    // What children have used that ended meanwhile stands with their parent, so the sum never falls.
    private static long ofTree(long pid) {
        return ProcessHandle.of(pid)
                .map(root -> ofProcess(pid, true)
                        + root.descendants()
                                .mapToLong(child -> ofProcess(child.pid(), true))
                                .sum())
                .orElse(0L);
    }

    // The fields of /proc/PID/stat from utime on: own time, then that of children that have been waited for.
    private static long ofProcess(long pid, boolean endedChildren) {
        try {
            String line = Files.readString(PROC.resolve(Long.toString(pid)).resolve("stat"));
            String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
            return Stream.of(fields)
                    .skip(11)
                    .limit(endedChildren ? 4 : 2)
                    .mapToLong(Long::parseLong)
                    .sum();
        } catch (IOException gone) {
            return 0;
        }
    }

    private static List<Long> machine() {
        try (Stream<String> lines = Files.lines(PROC.resolve("stat"))) {
            return Stream.of(lines.findFirst().orElseThrow().split(" +"))
                    .skip(1)
                    .map(Long::parseLong)
                    .toList();
        } catch (IOException noLinux) {
            return java.util.Collections.nCopies(GUEST, 0L);
        }
    }
}
