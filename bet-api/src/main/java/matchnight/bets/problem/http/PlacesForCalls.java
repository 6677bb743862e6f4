package matchnight.bets.problem.http;

import java.util.concurrent.Semaphore;

/** A bounded number of calls that are served at once; one more is answered busy, in microseconds. */
public final class PlacesForCalls {

    private final Semaphore places;

    public PlacesForCalls(int mostCallsAtOnce) {
        this.places = new Semaphore(mostCallsAtOnce);
    }

    /** Takes a place, if there is one; whoever has one leaves it. */
    public boolean tryEnter() {
        return places.tryAcquire();
    }

    /** Whether there is no place at this moment. */
    public boolean areTaken() {
        return places.availablePermits() <= 0;
    }

    public void leave() {
        places.release();
    }
}
