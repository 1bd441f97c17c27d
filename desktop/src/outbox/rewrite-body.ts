/** A body and its type. */
interface TypedBody {
  body: Uint8Array<ArrayBuffer>
  contentType: string
}

/**
 * Changes single fields of a JSON or multipart body and leaves the rest, the file too, as it is.
 * Undefined takes a field away; null is an empty field where there is nothing but text.
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

/** The text fields of a body, and its file where it has one. */
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

/** The fields of a JSON body; of anything else none. @throws where it is not JSON */
export function jsonFields(body: Uint8Array): Record<string, unknown> {
  const json: unknown = JSON.parse(new TextDecoder().decode(body))
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? { ...json } : {}
}
