import { isProblemCode } from '@bidyaloy/shared/api/problem'
import * as z from 'zod'

const ProblemAnswer = z.object({
  error: z.string().min(1),
  code: z.string().refine(isProblemCode),
  fields: z.record(z.string(), z.string()).optional(),
})

/** The body of a refusal, checked for the shape that every refusal has. */
export async function problemOf(answer: Response): Promise<z.infer<typeof ProblemAnswer>> {
  return ProblemAnswer.parse(await answer.json())
}
