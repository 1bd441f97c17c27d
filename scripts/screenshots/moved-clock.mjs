/**
 * Loaded before a program of the screenshots (`--import`): its clock begins at `CLOCK_START`
 * (milliseconds since 1970) and goes on from there, so that the pictures show the same days whenever
 * they are taken.
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
