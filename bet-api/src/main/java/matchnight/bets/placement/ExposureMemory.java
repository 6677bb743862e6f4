package matchnight.bets.placement;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What placements have learnt of exposure rows, for those that follow: over how many rows a selection is spread, and where
 * room has become scarce. It only spares work: every limit is decided by rows that are locked or read again.
 */
final class ExposureMemory {

    /** Where a bet finds less room than this many of its size in each bucket, the next one holds all of them at once. */
    private static final long BETS_OF_ROOM_A_BUCKET = 4;

    // Far more selections than are ever open at once. Forgetting costs a reading.
    private static final int MOST_SELECTIONS = 200_000;

    private final Map<SelectionKey, Integer> bucketCounts = new ConcurrentHashMap<>();
    private final Map<SelectionKey, Long> roomWhereScarce = new ConcurrentHashMap<>();
    private final Map<SelectionKey, Long> roomWhereRefused = new ConcurrentHashMap<>();

    /** Null where it is not known: it may be none yet. Once there are some their number stays. */
    @Nullable
    Integer bucketCount(SelectionKey selection) {
        return bucketCounts.get(selection);
    }

    void noteBucketCount(SelectionKey selection, int count) {
        if (count > 0) {
            bucketCounts.put(selection, count);
        }
        if (bucketCounts.size() > MOST_SELECTIONS) {
            bucketCounts.clear();
        }
    }

    /** Forgets what turned out not to be so. */
    void forget(SelectionKey selection) {
        bucketCounts.remove(selection);
        roomWhereScarce.remove(selection);
        roomWhereRefused.remove(selection);
    }

    /** Whether one bucket is likely to be too small for the next bet. */
    boolean isScarce(SelectionKey selection) {
        return roomWhereScarce.containsKey(selection);
    }

    /** Whether less room than this was left when all rows were held last, and nothing has told of more since. */
    boolean isLikelyFullFor(SelectionKey selection, long liability) {
        Long room = roomWhereRefused.get(selection);
        return room != null && liability > room;
    }

    /**
     * Notes what a transaction that held all of a selection's rows has left in them.
     *
     * @param liabilityAsked the largest that one bet asked for
     */
    void noteRoom(SelectionKey selection, long room, int buckets, long liabilityAsked) {
        if (room / buckets / BETS_OF_ROOM_A_BUCKET < liabilityAsked) {
            roomWhereScarce.put(selection, room);
        } else {
            roomWhereScarce.remove(selection);
        }
        if (room < liabilityAsked) {
            roomWhereRefused.put(selection, room);
        } else {
            roomWhereRefused.remove(selection);
        }
        if (roomWhereScarce.size() > MOST_SELECTIONS) {
            roomWhereScarce.clear();
            roomWhereRefused.clear();
        }
    }

    /** Notes that there is room again where bets were refused. */
    void noteRoomAgain(SelectionKey selection) {
        roomWhereRefused.remove(selection);
    }
}
