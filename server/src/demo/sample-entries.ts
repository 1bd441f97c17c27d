import { dhakaTime } from '@bidyaloy/shared/bengali/dates'
import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { SITE_PICTURES } from '@bidyaloy/shared/school/site-settings'
import sharp from 'sharp'
import { sceneAsSvg } from './art/scenes.ts'
import { sitePictureDrawings } from './art/site-pictures.ts'
import { admissionAndExams } from './content/admission-and-exams.ts'
import { downloads } from './content/downloads.ts'
import { jubileeGallery, mainGallery, type PicturePlan, videos } from './content/gallery.ts'
import { holidaysAndEvents } from './content/holidays-and-events.ts'
import { news } from './content/news.ts'
import type { PaperPlan } from './content/plan.ts'
import { pupilsAndOffice } from './content/pupils-and-office.ts'
import { letterhead } from './content/school.ts'
import type { Paper } from './paper/paper.ts'
import { paperAsPdf } from './paper/pdf-sheet.ts'
import { renderPaper } from './paper/render-paper.ts'
import { paperAsScan } from './paper/scan-sheet.ts'
import type { Sheet } from './paper/sheet.ts'
import { datedTitle, factsOf, publishedAt } from './school-days.ts'

/** One thing to be published: what it is, when, and how its file is made. */
export interface SampleEntry {
  collection: CollectionName
  title: string
  date: Date
  videoLink?: string
  file?: { name: string; make: () => Promise<Buffer> }
}

const JPEG_QUALITY = 84

/** Everything that the sample school has published, oldest first. */
export function sampleEntries(now: Date): SampleEntry[] {
  const notices = [...admissionAndExams, ...holidaysAndEvents, ...pupilsAndOffice]
  const papers = [
    ...notices.map((plan) => ({ plan, collection: 'notices' as const })),
    ...news.map((plan) => ({ plan, collection: 'news' as const })),
    ...downloads.map((plan) => ({ plan, collection: 'downloads' as const })),
  ]
  const inOrder = papers
    .map((paper) => ({ ...paper, date: publishedAt(paper.plan.when, now, paper.plan.title) }))
    .sort(byDate)
  // An office numbers its papers through the year.
  const numbers = new Map<number, number>()
  return [
    ...inOrder.map(({ plan, collection, date }) => {
      const { year } = dhakaTime(date)
      const number = (numbers.get(year) ?? 0) + 1
      numbers.set(year, number)
      return paperEntry(plan, { collection, date, memo: `${year}/${number}` })
    }),
    ...mainGallery.map((plan) => pictureEntry(plan, 'main-gallery', now)),
    ...jubileeGallery.map((plan) => pictureEntry(plan, 'gallery', now)),
    ...videos.map(({ title, when, videoLink }) => ({
      collection: 'main-gallery' as const,
      ...{ title, videoLink, date: publishedAt(when, now, title) },
    })),
  ].sort(byDate)
}

/** The pictures of the site itself, as an office would send them. */
export const drawnSitePictures = SITE_PICTURES.map((picture) => {
  const { kind, draw } = sitePictureDrawings[picture]
  const drawing = () => sharp(Buffer.from(draw()))
  return {
    picture,
    name: `${picture}.${kind === 'png' ? 'png' : 'jpg'}`,
    make: () =>
      kind === 'png'
        ? drawing().png().toBuffer()
        : drawing().jpeg({ quality: JPEG_QUALITY }).toBuffer(),
  }
})

function byDate(a: { date: Date }, b: { date: Date }): number {
  return a.date.getTime() - b.date.getTime()
}

function paperEntry(
  plan: PaperPlan,
  { collection, date, memo }: { collection: CollectionName; date: Date; memo: string },
): SampleEntry {
  const title = datedTitle(plan.title, date)
  const paper: Paper = {
    heading: plan.heading ?? 'বিজ্ঞপ্তি',
    // A paper whose heading says it all needs no subject.
    subject: plan.signature === 'applicant' ? '' : title,
    memo: plan.signature ? '' : `শাসবাউবি/${toBengaliDigits(memo)}`,
    date,
    blocks: plan.blocks(factsOf(date)),
    signature: plan.signature ?? 'head',
    copies: [],
  }
  const draw = (sheet: Sheet) => renderPaper(sheet, paper, letterhead)
  const { form } = plan
  return {
    ...{ collection, title, date },
    file: {
      name: `${title.slice(0, 60).replace(/[/\\:*?"<>|]/g, '-')}.${form ?? 'pdf'}`,
      make: () =>
        form
          ? paperAsScan(form, draw)
          : paperAsPdf({ title, author: letterhead.school, madeAt: date }, draw),
    },
  }
}

function pictureEntry(
  { title, when, scene, light }: PicturePlan,
  collection: CollectionName,
  now: Date,
): SampleEntry {
  return {
    ...{ collection, title, date: publishedAt(when, now, title) },
    file: {
      name: `${title}.jpg`,
      make: () =>
        sharp(Buffer.from(sceneAsSvg(scene, light, title)))
          .jpeg({ quality: JPEG_QUALITY })
          .toBuffer(),
    },
  }
}
