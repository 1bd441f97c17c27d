/** A body and its type. */
export interface TypedBody {
  body: Uint8Array<ArrayBuffer>
  contentType: string
}

/** The fields and the files of a body, in order. */
interface BodyParts {
  fields: Record<string, unknown>
  files: readonly File[]
}

/**
 * Sets single fields of a JSON or multipart body; other fields and the files are unchanged.
 * Undefined removes a field; in multipart, null becomes an empty field and a list becomes JSON.
 */
export async function withFields(
  typed: TypedBody,
  fields: Readonly<Record<string, unknown>>,
): Promise<TypedBody> {
  const { fields: before, files } = await readBodyParts(typed)
  return writeBodyParts({ fields: { ...before, ...fields }, files }, isMultipart(typed))
}

/** Writes a body: multipart if asked for or if there are files, otherwise JSON. */
export async function writeBodyParts(
  { fields, files }: BodyParts,
  multipart: boolean,
): Promise<TypedBody> {
  if (!multipart && files.length === 0) {
    const body = new TextEncoder().encode(JSON.stringify(fields))
    return { body, contentType: 'application/json' }
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.set(name, formValue(value))
  }
  for (const file of files) form.append('file', file)
  const written = new Response(form)
  return {
    body: new Uint8Array(await written.arrayBuffer()),
    contentType: written.headers.get('content-type') ?? '',
  }
}

function formValue(value: unknown): string {
  return Array.isArray(value) ? JSON.stringify(value) : String(value ?? '')
}

/** Reads the fields and the files of a body. In multipart, all fields are texts with LF line ends. */
export async function readBodyParts(typed: TypedBody): Promise<BodyParts> {
  if (!isMultipart(typed)) return { fields: jsonFields(typed.body), files: [] }
  const { body, contentType } = typed
  const form = await new Response(body, { headers: { 'content-type': contentType } }).formData()
  const fields: Record<string, unknown> = {}
  const files: File[] = []
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value.replace(/\r\n/g, '\n')
    else files.push(value)
  }
  return { fields, files }
}

/** Whether a body is multipart, which may have files. */
export function isMultipart({ contentType }: Pick<TypedBody, 'contentType'>): boolean {
  return contentType.startsWith('multipart/form-data')
}

/** Parses a JSON object; other JSON yields no fields. @throws SyntaxError on invalid JSON */
export function jsonFields(body: Uint8Array): Record<string, unknown> {
  const json: unknown = JSON.parse(new TextDecoder().decode(body))
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? { ...json } : {}
}
