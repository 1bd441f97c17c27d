import sharp from 'sharp'
import { answerJobs } from '../../storage/workshop-process.ts'
import { drawCard } from './draw-card.ts'

sharp.cache(false)
sharp.concurrency(1)
answerJobs(drawCard)
