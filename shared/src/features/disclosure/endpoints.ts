import * as z from 'zod'
import type { DeclaredEndpoint } from '../../api/endpoint.ts'
import { DisclosedItem, DisclosureChange, DisclosureTexts } from './disclosure.ts'
import { paths } from './paths.ts'

export const disclosureEndpoints = {
  getDisclosure: {
    ...paths.getDisclosure,
    summary: 'The eleven items that every school publishes, each with its state',
    tag: 'school',
    access: 'public',
    status: 200,
    response: z.array(DisclosedItem),
  },
  getDisclosureTexts: {
    ...paths.getDisclosureTexts,
    summary: 'The texts of the items that have no home elsewhere',
    tag: 'school',
    access: 'admin',
    status: 200,
    response: DisclosureTexts,
  },
  updateDisclosure: {
    ...paths.updateDisclosure,
    summary: 'Change these texts; an item with a reason does not apply',
    tag: 'school',
    access: 'admin',
    right: 'settings',
    records: { actions: ['changed'] },
    body: DisclosureChange,
    idempotent: true,
    status: 200,
    response: DisclosureTexts,
    problems: ['conflict'],
  },
} as const satisfies Record<keyof typeof paths, DeclaredEndpoint>

/** Schemas that the API document names. */
export const disclosureSchemas = { DisclosedItem, DisclosureChange, DisclosureTexts }
