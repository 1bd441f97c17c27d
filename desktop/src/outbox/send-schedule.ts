/** When the next attempt to send may start. */
export interface SendSchedule {
  view(): {
    /** Whether the last attempt reached the server. */
    serverAnswers: boolean
    /** Whether sending waits for a sign-in. */
    needsSignIn: boolean
  }
  /** Milliseconds until the next attempt; zero or less when it may start. */
  waitMs(): number
  /** Waits for `wake`, at most `ms` milliseconds; null waits without a limit. */
  sleep(ms: number | null): Promise<void>
  /** Ends the current `sleep`, if any. */
  wake(): void
  /** Allows the next attempt now, after the server returned or the user signed in. */
  resume(): void
  /** Returns a function that tells whether `resume` was called since. */
  watchResume(): () => boolean
  /**
   * Delays the next attempt after a failure.
   * @param retryAfter seconds that the server asked for, or null
   */
  delay(retryAfter: number | null): void
  /** Forgets earlier failures, after a response. */
  clearFailures(): void
  /** Stops sending until `resume`. */
  requireSignIn(): void
}

/** Milliseconds until the next attempt: exponential from 1 s to 1 min, with jitter. */
export const retryDelayMs = (failures: number): number =>
  Math.min(60_000, 1000 * 2 ** Math.min(failures - 1, 6)) * (0.8 + Math.random() * 0.4)

/** @param backoff milliseconds until the next attempt after `failures` in a row */
export function createSendSchedule(backoff: (failures: number) => number): SendSchedule {
  let failures = 0
  let notBefore = 0
  let needsSignIn = false
  /** Counts the calls of `resume`, to recognise a 401 that was sent before a sign-in. */
  let resumes = 0
  let wake: () => void = () => undefined
  return {
    view: () => ({ serverAnswers: failures === 0, needsSignIn }),
    waitMs: () => notBefore - Date.now(),
    sleep: (ms) =>
      new Promise<void>((resolve) => {
        const timer = ms === null ? undefined : setTimeout(resolve, ms)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
    wake: () => wake(),
    resume() {
      resumes += 1
      notBefore = 0
      needsSignIn = false
      wake()
    },
    watchResume() {
      const before = resumes
      return () => resumes > before
    },
    delay(retryAfter) {
      failures += 1
      notBefore = Date.now() + (retryAfter ? retryAfter * 1000 : backoff(failures))
    },
    clearFailures() {
      failures = 0
    },
    requireSignIn() {
      needsSignIn = true
    },
  }
}

interface SendLoop {
  /** Resolves once nothing can be sent. */
  settled(): Promise<void>
  /** Resolves after `signal`, when the last attempt has ended. */
  ended: Promise<void>
}

interface SendLoopOptions {
  schedule: SendSchedule
  /** Whether anything can be sent. */
  hasNext: () => boolean
  /** Sends one item; must not throw. */
  attempt: () => Promise<void>
  signal: AbortSignal
}

/** Attempts when the schedule allows it while `hasNext`, until `signal`; otherwise sleeps. */
export function startSendLoop({ schedule, hasNext, attempt, signal }: SendLoopOptions): SendLoop {
  let idle: (() => void)[] = []
  const run = async () => {
    while (!signal.aborted) {
      const isWaiting = hasNext()
      const wait = schedule.waitMs()
      if (isWaiting && wait <= 0) {
        await attempt()
        continue
      }
      if (!isWaiting) for (const resolve of idle.splice(0)) resolve()
      await schedule.sleep(isWaiting ? wait : null)
    }
  }
  return {
    settled: () =>
      new Promise((resolve) => {
        idle = [...idle, resolve]
        schedule.wake()
      }),
    ended: run(),
  }
}
