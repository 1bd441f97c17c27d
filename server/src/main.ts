import { requireSupportedNode } from './lib/supported-node.mjs'

requireSupportedNode()
await import('./serve.ts')
