const EXAM = /পরীক্ষা|মূল্যায়ন|exam|test/i
/** What a title often ends with: «বার্ষিক পরীক্ষা ২০২৬-এর সময়সূচি». */
const TABLE =
  /[\s-]*(এর|র)?\s*(সময়\s*সূচি|সময়\s*সূচী|সূচি|সূচী|রুটিন|routine|ফলাফল|ফল|নম্বরপত্র|নম্বর\s*ফর্দ|results?|mark\s*sheet)\s*$/i

/** Returns the name of the examination in the titles above a table; empty if there is none. */
export function examTitleIn(titles: readonly string[]): string {
  const title = titles.find((text) => EXAM.test(text)) ?? ''
  return title
    .replace(/\s+/g, ' ')
    .trim()
    .replace(TABLE, '')
    .replace(/[-–:,\s]+$/, '')
}
