/** Lines that show a command in use, as they stand below its help. */
export function helpExamples(...lines: string[]): string {
  return ['\nExamples:', ...lines.map((line) => `  $ npm run admin -- ${line}`)].join('\n')
}
