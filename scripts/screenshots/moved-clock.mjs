/**
 * Moves the clock of a process (`--import`). It starts at `CLOCK_START` (milliseconds since 1970) and
 * runs on from there, so that screenshots always show the same dates.
 */
const SystemDate = globalThis.Date
const ahead = Number(process.env.CLOCK_START) - SystemDate.now()

globalThis.Date = class extends SystemDate {
  constructor(...parts) {
    if (parts.length === 0) super(SystemDate.now() + ahead)
    else super(...parts)
  }

  static now() {
    return SystemDate.now() + ahead
  }
}
