import { type MouseEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Shell.module.css'

/** The first stop of Tab: leads past the frame to the page's list or, on a page without one, to the page. */
export function SkipLink() {
  const { t } = useTranslation()
  // Which page is shown matters only once someone gets here.
  const [hasList, setHasList] = useState(false)
  const skip = (event: MouseEvent) => {
    event.preventDefault()
    const target = findRow() ?? document.getElementById('content')
    target?.focus()
  }
  return (
    // biome-ignore lint/a11y/useValidAnchor: a link to a place on the page, which may be a row without an address
    <a className={classes.skip} href="#content" onFocus={() => setHasList(findRow() !== null)} onClick={skip}>
      {t(hasList ? 'shell.skipToList' : 'shell.skip')}
    </a>
  )
}

/** Returns the row of the page's list that Tab would reach, or its first. */
function findRow(): HTMLElement | null {
  const find = (selector: string) => document.querySelector<HTMLElement>(`#content tbody ${selector}`)
  return find('tr[tabindex="0"]') ?? find('tr[tabindex]')
}
