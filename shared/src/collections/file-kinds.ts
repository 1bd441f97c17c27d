/** One accepted kind of file: what it is called, how it is stored and served. */
export interface FileKind {
  mimeType: string
  /** The extension under which we store it, whatever the upload was called. */
  extension: string
  /** What a visitor reads beside the title. */
  label: string
  /** Shown in the browser; otherwise offered as a download. */
  inline: boolean
  group: 'document' | 'image'
}

const kind = (
  mimeType: string,
  extension: string,
  label: string,
  group: FileKind['group'] = 'document',
  inline = false,
): FileKind => ({ mimeType, extension, label, group, inline })

const office = 'application/vnd.openxmlformats-officedocument'

/** Every kind of file that is accepted anywhere, judged by content. */
const fileKinds = [
  kind('application/pdf', 'pdf', 'PDF', 'document', true),
  kind('image/jpeg', 'jpg', 'ছবি', 'image', true),
  kind('image/png', 'png', 'ছবি', 'image', true),
  kind('image/webp', 'webp', 'ছবি', 'image', true),
  kind('image/avif', 'avif', 'ছবি', 'image', true),
  kind('image/heic', 'heic', 'ছবি', 'image'),
  kind(`${office}.wordprocessingml.document`, 'docx', 'DOCX'),
  kind(`${office}.spreadsheetml.sheet`, 'xlsx', 'XLSX'),
  kind(`${office}.presentationml.presentation`, 'pptx', 'PPTX'),
  kind('application/msword', 'doc', 'DOC'),
  kind('application/vnd.ms-excel', 'xls', 'XLS'),
  kind('text/plain', 'txt', 'TXT', 'document', true),
] as const satisfies readonly FileKind[]

export type FileExtension = (typeof fileKinds)[number]['extension']

const byExtension = new Map<string, FileKind>(fileKinds.map((kind) => [kind.extension, kind]))
const byMimeType = new Map<string, FileKind>(fileKinds.map((kind) => [kind.mimeType, kind]))

/** The kind with this extension, in small or large letters and without the dot. */
export function fileKindByExtension(extension: string): FileKind | undefined {
  return byExtension.get(extension.toLowerCase())
}

/** The kind with exactly this media type, without parameters. */
export function fileKindByMimeType(mimeType: string): FileKind | undefined {
  return byMimeType.get(mimeType)
}
