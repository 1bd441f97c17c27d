import { restrictImageLibrary } from '../../storage/pictures.ts'
import { answerJobs } from '../../storage/worker-entry.ts'
import { renderCard } from './render-card.ts'

// SVG only from memory: those drawings are made by the server itself, the crest is an upload.
restrictImageLibrary('VipsForeignLoadSvgBuffer')
answerJobs(renderCard)
