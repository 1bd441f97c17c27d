import type { Kind } from '../../collections/kinds.ts'

/* Free of zod, for the site's pages. */

interface Person {
  kind?: string | undefined
}

/** People of one kind. */
export interface PeopleGroup<P extends Person> {
  /** Null for people without a kind that the school has. */
  kind: Kind | null
  people: readonly P[]
}

/** Groups people in the order of the kinds; those without a kind come last. Leaves out empty groups. */
export function groupPeople<P extends Person>(
  people: readonly P[],
  kinds: readonly Kind[],
): PeopleGroup<P>[] {
  const isOther = ({ kind }: Person) => !kinds.some(({ id }) => id === kind)
  return [
    ...kinds.map((kind) => ({ kind, people: people.filter((one) => one.kind === kind.id) })),
    { kind: null, people: people.filter(isOther) },
  ].filter((group) => group.people.length > 0)
}

/** Whether a person, or the people of a kind, belong on the page of officers and teachers. */
export function isOfficerOrTeacher({ kind }: Person): boolean {
  return kind !== 'committee' && kind !== 'formerHead'
}
