import type { Engine } from '../../db/engine.ts'
import { textVectors } from './text-vectors.ts'

/** PostgreSQL: the rows of all schools in one database. */
export const postgresEngine: Engine = {
  numbered(statement) {
    const [first = '', ...others] = statement.split('?')
    return others.reduce((text, part, index) => `${text}$${index + 1}${part}`, first)
  },
  key: (columns) => `school, ${columns}`,
  entryBy: () => 'entry',
  unindexed: (column) => column,
  isTrue: (column) => column,
  sequences: 'sequence',
  bodyBytes: "convert_to(body, 'UTF8')",
  textIndex: textVectors,
  async upsert(tx, target, rows, key) {
    const { columns } = tx.connection.getMetadata(target)
    const nameOf = (property: string) =>
      columns.find(({ propertyName }) => propertyName === property)?.databaseName ?? property
    const given = new Set([rows].flat().flatMap((row) => Object.keys(Object(row))))
    const changed = [...given].filter((property) => !key.some((one) => one === property))
    await tx
      .createQueryBuilder()
      .insert()
      .into(target)
      .values(rows)
      .orUpdate(changed.map(nameOf), ['school', ...key.map(nameOf)])
      .execute()
  },
}
