import * as z from 'zod'

/** A JSON schema with the named schemas that it refers to as `$defs`. */
export type JsonSchema = z.core.JSONSchema.BaseSchema

/** Media type object of OpenAPI. */
export interface MediaType {
  schema: JsonSchema
  example?: unknown
  examples?: Readonly<Record<string, { value: unknown }>>
  encoding?: { file: { contentType: string } }
}

/**
 * Returns the JSON schema of what is sent. It cannot say what functions check, nor what a schema
 * makes of it by transforming.
 */
export function jsonSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema: { _zod }, jsonSchema }) => {
      // Dates have their format, integers their type.
      if (jsonSchema.format) delete jsonSchema.pattern
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      // Zod leaves it out where the default is transformed.
      if (_zod.def.type === 'default') jsonSchema.default = _zod.def.defaultValue
    },
  })
}

/** Returns a document with its components, to which the `$defs` of all its JSON schemas move. */
export function withComponents(document: object, components: object): object {
  const schemas: Record<string, JsonSchema> = {}
  const whole: object = JSON.parse(JSON.stringify(document), (key, value) => {
    if (key === '$defs') Object.assign(schemas, value)
    if (key === '$ref') return value.replace('#/$defs/', '#/components/schemas/')
    return key === '$defs' || key === '$schema' ? undefined : value
  })
  return { ...whole, components: { ...components, schemas } }
}
