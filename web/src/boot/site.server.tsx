import assets from 'virtual:client-assets'
import type { RendererModule } from '@bidyaloy/shared/render'
import { createRenderer } from '../site/renderer.tsx'

export const { render, scriptHashes, styleHashes }: RendererModule = await createRenderer(assets)
