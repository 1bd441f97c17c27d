import sharp from 'sharp'
import { answerJobs } from '../../storage/worker-entry.ts'
import { renderCard } from './render-card.ts'

sharp.cache(false)
sharp.concurrency(1)
// A crest that staff have set is one of these, wherever the file came from. Drawings in SVG are read
// from memory only, and those are our own.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadHeif',
    'VipsForeignLoadSvgBuffer',
  ],
})
answerJobs(renderCard)
