import { teacherCopy } from '@bidyaloy/shared/copy/teacher-copy'
import { teachersFormCopy } from '@bidyaloy/shared/copy/teachers-form-copy'
import { translator } from '@bidyaloy/shared/copy/translate'

/** The texts of the page of officers and teachers, which come with its screen. */
export const teachersText = translator({ ...teachersFormCopy, ...teacherCopy })
