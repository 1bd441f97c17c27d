/** The label of a field, with its name in the records behind it. */
export function FieldLabel({ text, name }: { text: string; name: string }) {
  return (
    <>
      {text}{' '}
      <span className="en" lang="en">
        {name}
      </span>
    </>
  )
}
