/** An accepted file type: its label, storage and delivery. */
export interface FileKind {
  mimeType: string
  /** Extension of the stored file, whatever the upload's name. */
  extension: string
  /** Label beside the title. */
  label: string
  /** Displayed in the browser; otherwise downloaded. */
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

/** Every accepted file type, detected by content. */
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

/** Finds the type of an extension, case-insensitive and without the dot. */
export function fileKindByExtension(extension: string): FileKind | undefined {
  return byExtension.get(extension.toLowerCase())
}

/** Finds the type of a media type without parameters. */
export function fileKindByMimeType(mimeType: string): FileKind | undefined {
  return byMimeType.get(mimeType)
}

/** Whether files of a media type are documents of Word, Excel or PowerPoint, of any age. */
export function isOfficeType(mimeType: string): boolean {
  return mimeType.startsWith(office) || /^application\/(msword|vnd\.ms-)/.test(mimeType)
}
