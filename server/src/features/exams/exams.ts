import type { ReadApi } from '@bidyaloy/shared/api/api'
import type { Exam, NewExam as NewExamData } from '@bidyaloy/shared/features/exams/exam'
import { NewExam } from '@bidyaloy/shared/features/exams/exam'
import { examDays } from '@bidyaloy/shared/features/exams/exam-days'
import { sampleExam } from '@bidyaloy/shared/features/exams/sample-exam'
import { examPath } from '@bidyaloy/shared/features/routine/week'
import type { EntityManager } from 'typeorm'
import type { ServerFeature } from '../../feature.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { getRecord, listRecords, type RecordModel } from '../records/record-commands.ts'
import { recordHandlers } from '../records/record-routes.ts'
import { followExam } from './exam-event.ts'

/** Tables of examinations. Their days are an entry of the calendar, which follows them. */
export const examModel: RecordModel<NewExamData> = {
  name: 'exams',
  schema: NewExam,
  keyOf: ({ title }) => title,
  titleOf: ({ title }) => title,
  compare: (a, b) => (examDays(a.sittings).startsOn < examDays(b.sittings).startsOn ? 1 : -1),
  taken: {
    bn: 'এই নামে আরেকটি পরীক্ষার সূচি আছে। নামের সঙ্গে বছর লিখুন।',
    en: 'Another examination has this name. Add its year.',
  },
  follow: followExam,
}

/** The reads of public pages. */
export const examReads = (read: EntityManager) => ({
  listExams: () => listRecords(read, examModel),
  getExam: ({ params }: { params: { id: string } }) => getRecord(read, examModel, params.id),
})

function examRoutes(router: ApiRouter, deps: RouteDeps): void {
  const exams = recordHandlers(deps, examModel)
  route(router, deps, 'listExams', exams.list)
  route(router, deps, 'getExam', (call) => examReads(deps.db.read).getExam(call))
  route(router, deps, 'createExam', exams.create)
  route(router, deps, 'updateExam', exams.update)
  route(router, deps, 'deleteExam', exams.remove)
}

const exam: Exam = {
  ...sampleExam,
  _id: 'x3m9x0c2m1qa',
  __v: 0,
  updatedAt: '2026-11-21T04:30:00.000Z',
}

async function copyData(api: ReadApi): Promise<Record<string, unknown>> {
  return Object.fromEntries((await api.listExams({})).map((one) => [`exams/${one._id}`, one]))
}

/** When which classes write what. */
export const exams: ServerFeature = {
  model: examModel,
  routes: examRoutes,
  copyData,
  copyPages: async (api) => (await api.listExams({})).map(({ _id }) => examPath(_id)),
  examples: {
    bodies: { createExam: sampleExam, updateExam: { title: 'বার্ষিক পরীক্ষা', __v: 0 } },
    responses: { listExams: [exam], getExam: exam, createExam: exam, updateExam: exam },
  },
}
