/** A body and its type. */
export interface TypedBody {
  body: Uint8Array<ArrayBuffer>
  contentType: string
}

/**
 * Sets single fields of a JSON or multipart body; other fields and the file are unchanged.
 * Undefined removes a field; in multipart, null becomes an empty field.
 */
export async function withFields(
  { body, contentType }: TypedBody,
  fields: Readonly<Record<string, unknown>>,
): Promise<TypedBody> {
  if (contentType.startsWith('multipart/form-data')) {
    const form = await formOf({ body, contentType })
    for (const [name, value] of Object.entries(fields)) {
      if (value === undefined) form.delete(name)
      else form.set(name, String(value ?? ''))
    }
    const rewritten = new Response(form)
    return {
      body: new Uint8Array(await rewritten.arrayBuffer()),
      contentType: rewritten.headers.get('content-type') ?? contentType,
    }
  }
  const json = jsonFields(body)
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) delete json[name]
    else json[name] = value
  }
  return { body: new TextEncoder().encode(JSON.stringify(json)), contentType }
}

/** Reads the text fields and the file of a body. */
export async function readFields(
  typed: TypedBody,
): Promise<{ fields: Record<string, unknown>; file: File | null }> {
  if (!typed.contentType.startsWith('multipart/form-data')) {
    return { fields: jsonFields(typed.body), file: null }
  }
  const fields: Record<string, unknown> = {}
  let file: File | null = null
  for (const [name, value] of await formOf(typed)) {
    if (typeof value === 'string') fields[name] = value
    else file = value
  }
  return { fields, file }
}

function formOf({ body, contentType }: TypedBody): Promise<FormData> {
  return new Response(body, { headers: { 'content-type': contentType } }).formData()
}

/** Parses a JSON object; other JSON yields no fields. @throws SyntaxError on invalid JSON */
export function jsonFields(body: Uint8Array): Record<string, unknown> {
  const json: unknown = JSON.parse(new TextDecoder().decode(body))
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? { ...json } : {}
}
