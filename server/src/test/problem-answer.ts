import { ProblemBody } from '@bidyaloy/shared/api/problem'
import * as z from 'zod'

const NonEmpty = ProblemBody.extend({ error: z.string().min(1) })

/** Parses the body of an error answer and checks that its sentence is not empty. */
export async function problemOf(answer: Response): Promise<ProblemBody> {
  return NonEmpty.parse(await answer.json())
}
