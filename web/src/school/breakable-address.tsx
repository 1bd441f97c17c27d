import { Fragment } from 'react'

/** An e-mail or web address that breaks after its `@`, slashes and dots where its line is too short. */
export function BreakableAddress({ text }: { text: string }) {
  return (
    <span>
      {[...text.matchAll(/[^@/.]*[@/.]+|[^@/.]+/g)].map(({ 0: part, index }) => (
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </span>
  )
}
