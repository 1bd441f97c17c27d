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
 * Lowers what Lightning CSS does not. Safari supports cascade layers from 15.4 and container queries
 * from 16; without this, visitors with an older one would see no styles at all.
 *
 * Layers become specificity: each selector of the n-th layer gets n ids that match no element, so it
 * beats every selector of the layers before. A container query gets a copy that asks for the width
 * of the window, for browsers without container queries.
 */

/** @param layersFile style sheet that declares the order of the layers */
export function forOlderBrowsers(layersFile: string): Visitor<CustomAtRules> {
  const statement = /@layer ([^;{]+);/.exec(readFileSync(resolve(layersFile), 'utf8'))
  const layers = statement?.[1]?.split(',').map((name) => name.trim()) ?? []

  /** @param ids number of ids added to each selector; null inside a rule that has them already */
  const lower = (rules: readonly Rule[], ids: number | null): Rule[] =>
    rules.flatMap((rule): Rule[] => {
      // An inlined `@import` leaves an ignored rule.
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

/** Lightning CSS rejects some of the nulls that it emits; omitted, they mean the same. */
function withoutNulls<T>(tree: T): T {
  return JSON.parse(JSON.stringify(tree), (_key, value) => value ?? undefined)
}

/** Adds `ids` ids to the selector's specificity; it matches the same elements. */
function raise(selector: Selector, ids: number): Selector {
  if (ids === 0) return selector
  // Chrome 87 and Firefox 83 drop rules with a compound selector inside `:not()`.
  const raising = Array.from(
    { length: ids },
    (): SelectorComponent => ({
      type: 'pseudo-class',
      kind: 'not',
      selectors: [[{ type: 'id', name: '_' }]],
    }),
  )
  const pseudo = selector.findIndex(({ type }) => type === 'pseudo-element')
  const at = pseudo < 0 ? selector.length : pseudo
  return [...selector.slice(0, at), ...raising, ...selector.slice(at)]
}

/** The copy of a container query for browsers without container queries. */
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
