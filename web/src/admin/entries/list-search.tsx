import { useEffect, useId, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { siteText } from '../../ui/site-text.ts'
import { adminText } from '../admin-text.tsx'
import { BijoyBox } from '../form/bijoy-box.tsx'

interface ListSearchProps {
  q: string
  /** What is searched: titles unless told. */
  label?: string
  onSearch: (words: string) => void
}

export function ListSearch({
  q,
  label = adminText('admin.list.search'),
  onSearch,
}: ListSearchProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  // Going back changes the place; what is being typed is left alone otherwise.
  useEffect(() => {
    if (input.current && input.current.value.trim() !== q) input.current.value = q
  }, [q])
  return (
    <search>
      <BijoyBox look="search" onTaken={(words) => onSearch(words.trim())}>
        <form
          className="search"
          onSubmit={(event) => {
            event.preventDefault()
            onSearch(String(new FormData(event.currentTarget).get('q')).trim())
          }}
        >
          <label className="vh" htmlFor={id}>
            {label}
          </label>
          <input
            className="input"
            id={id}
            ref={input}
            name="q"
            type="search"
            maxLength={200}
            autoComplete="off"
            defaultValue={q}
            placeholder={label}
          />
          <Button type="submit" icon="search">
            {siteText('search.submit')}
          </Button>
        </form>
      </BijoyBox>
    </search>
  )
}
