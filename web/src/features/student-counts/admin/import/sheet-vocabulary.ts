import type { CountField } from '@bidyaloy/shared/features/student-counts/student-groups'
import type { GroupColumn } from '../../../../admin/sheet-import/group-sheet.ts'
import { headingReader } from '../../../../lib/tables/column-headings.ts'

export type Column = GroupColumn<CountField>

/** The first match wins; «ছাত্রী» comes before «ছাত্র», which it contains. */
const headings: readonly (readonly [Column, RegExp])[] = [
  [
    'total',
    /^(সর্ব ?)?মোট( শিক্ষার্থী.*)?$|^শিক্ষার্থী|ছাত্র ছাত্রী|^(grand )?total( students)?$|^students?$/,
  ],
  ['className', /^(শ্রেণ[িী]|শ্রেন[িী]|ক্লাস|class|grade|standard|std)( |$|র |name)/],
  ['shift', /শিফট|সিফট|shift/],
  ['section', /শাখা|সেকশন|section|^sec$/],
  ['girls', /ছাত্রী|বালিকা|মেয়ে|girl|female/],
  ['boys', /ছাত্র|বালক|ছেলে|boy|(^| )male/],
  ['muslim', /মুসলিম|মুসলমান|ইসলাম|muslim|islam/],
  ['hindu', /হিন্দু|সনাতন|hindu/],
  ['bouddho', /বৌদ্ধ|বুদ্ধ|buddh|boud+h/],
  ['christian', /খ্র[িী][ষস]্ট|খৃ[ষস]্ট|christ/],
  ['science', /বিজ্ঞান|science/],
  ['business', /ব্যবসা|বাণিজ্য|বানিজ্য|business|commerce/],
  ['humanities', /মানবিক|humanit|(^| )arts( |$)/],
  ['muktiJoddharSontan', /মুক্তিযো.*(সন্তান|পোষ্য)|^সন্তান|(mukti|freedom).*(sontan|child|son|daughter)/],
  ['muktiJoddha', /মুক্তিযো|^নিজে$|mukti|freedom/],
  ['autistic', /অটি|autis/],
  ['physicalDisabled', /প্রতিবন্ধী|শারীরিক|disab|physical/],
]

/** Returns the column that a heading names, or null for an unknown heading. */
export const columnOf = headingReader(headings)
