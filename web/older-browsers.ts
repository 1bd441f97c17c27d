import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type {
  ContainerRule,
  CustomAtRules,
  Rule,
  Selector,
  SelectorComponent,
  Visitor,
} from 'lightningcss'

/*
 * What Lightning CSS does not lower. Safari 15 knows no cascade layers before 15.4, and no container
 * queries before 16: without this its visitors would get no style at all.
 *
 * Layers become specificity: a selector of the n-th layer is raised by n ids that no element has,
 * so that it beats all of the layers before, whatever these are made of. A container query gets a
 * twin for browsers without them that asks for the width of the window instead.
 */

/** @param layersFile style sheet that states the order of the layers */
export function forOlderBrowsers(layersFile: string): Visitor<CustomAtRules> {
  const statement = /@layer ([^;{]+);/.exec(readFileSync(resolve(layersFile), 'utf8'))
  const layers = statement?.[1]?.split(',').map((name) => name.trim()) ?? []

  /** @param ids by how many ids selectors are raised; null within a rule that was raised itself */
  const lower = (rules: readonly Rule[], ids: number | null): Rule[] =>
    rules.flatMap((rule): Rule[] => {
      // An import leaves such a one behind where its style sheet was put in.
      if (rule.type === 'ignored' || rule.type === 'layer-statement') return []
      if (rule.type === 'layer-block') {
        const { name, rules: inner } = rule.value
        const at = layers.indexOf(name?.join('.') ?? '')
        if (at < 0) throw new Error(`${layersFile} does not name the layer ${name?.join('.')}`)
        return lower(inner, at)
      }
      if (rule.type === 'style') {
        const { selectors, rules: inner = [] } = rule.value
        const raised = ids === null ? selectors : selectors.map((one) => raise(one, ids))
        return [
          { type: 'style', value: { ...rule.value, selectors: raised, rules: lower(inner, null) } },
        ]
      }
      if (rule.type === 'media') {
        return [{ type: 'media', value: { ...rule.value, rules: lower(rule.value.rules, ids) } }]
      }
      if (rule.type === 'supports') {
        return [{ type: 'supports', value: { ...rule.value, rules: lower(rule.value.rules, ids) } }]
      }
      if (rule.type === 'container') {
        const value = { ...rule.value, rules: lower(rule.value.rules, ids) }
        return [{ type: 'container', value }, ...byWindow(value)]
      }
      return [rule]
    })

  return {
    StyleSheet: (sheet) => withoutNulls({ ...sheet, rules: lower(sheet.rules, layers.length) }),
  }
}

/** Lightning CSS does not take every `null` back that it gives out; left out they mean the same. */
function withoutNulls<T>(tree: T): T {
  return JSON.parse(JSON.stringify(tree), (_key, value) => value ?? undefined)
}

/** The same selector with as many ids more, and matching the same elements. */
function raise(selector: Selector, ids: number): Selector {
  if (ids === 0) return selector
  const nobody = Array.from({ length: ids }, (): SelectorComponent => ({ type: 'id', name: '_' }))
  const raising: SelectorComponent = { type: 'pseudo-class', kind: 'not', selectors: [nobody] }
  const pseudo = selector.findIndex(({ type }) => type === 'pseudo-element')
  const at = pseudo < 0 ? selector.length : pseudo
  return [...selector.slice(0, at), raising, ...selector.slice(at)]
}

/** What stands for a container query where there are none. */
function byWindow({ condition, rules, loc }: ContainerRule): Rule[] {
  if (condition?.type !== 'feature' || condition.value.name !== 'width') return []
  const feature = condition.value
  if (feature.type !== 'range') return []
  const width = { ...feature, name: 'width' as const }
  const query = {
    mediaQueries: [{ mediaType: 'all', condition: { type: 'feature' as const, value: width } }],
  }
  const containers = {
    type: 'declaration' as const,
    propertyId: { property: 'container-type' as const },
    value: 'inline-size',
  }
  return [
    {
      type: 'supports',
      value: {
        loc,
        condition: { type: 'not', value: containers },
        rules: [{ type: 'media', value: { loc, query, rules } }],
      },
    },
  ]
}
