// Entry of the process that renders share cards.

import { runJobs } from '../../lib/worker-entry.ts'
import { restrictImageLibrary } from '../../storage/pictures.ts'
import { renderCard } from './render-card.ts'

// Uploaded crests have the usual formats. SVG is read only from memory: the built-in crest.
restrictImageLibrary('VipsForeignLoadSvgBuffer')
runJobs(renderCard)
