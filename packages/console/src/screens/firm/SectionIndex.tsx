import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './firm.module.css'

/** The sections of the page, the one being read marked. */
export function SectionIndex({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation()
  const current = useCurrent(ids)
  return (
    <nav className={classes.index} aria-label={t('firm.sections')}>
      <ul>
        {ids.map((id) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
              {t(`firm.section.${id}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The first section that reaches into the upper part of the window. */
function useCurrent(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState(ids[0])
  const names = ids.join(' ')
  useEffect(() => {
    const inSight = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) inSight.add(target.id)
          else inSight.delete(target.id)
        const first = names.split(' ').find((id) => inSight.has(id))
        if (first) setCurrent(first)
      },
      { rootMargin: '-80px 0px -55% 0px' },
    )
    for (const id of names.split(' ')) {
      const section = document.getElementById(id)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [names])
  return current
}
