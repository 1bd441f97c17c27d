/** Bytes with a PDF's header and trailer; its pages cannot be rendered. */
export function pdfOf(bytes) {
  const pdf = Buffer.alloc(bytes, ' ')
  pdf.write('%PDF-1.4\n')
  pdf.write('\n%%EOF\n', pdf.length - 7)
  return pdf
}

/** Publishes a notice with a PDF of the given size. @returns the record */
export async function publishNotice(school, authorization, bytes) {
  const form = new FormData()
  form.set('title', 'পরিমাপের জন্য একটি নোটিশ')
  form.set('file', new Blob([pdfOf(bytes)]), 'নোটিশ.pdf')
  const answer = await fetch(`${school.url}/api/notices`, {
    ...{ method: 'POST', headers: authorization, body: form },
  })
  if (answer.status !== 201) throw new Error(`A notice returned ${answer.status}`)
  return answer.json()
}
