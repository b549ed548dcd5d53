import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { iconOf } from '../../resource/icon-of.ts'
import { useListKeys } from '../../resource/list/use-list-keys.ts'
import { hrefOf } from '../../shell/nav-plan.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import './text.ts'
import classes from './all-settings.module.css'
import { findSettings, type Setting, type SettingGroup } from './find-settings.ts'
import { useArrowKeys } from './use-arrow-keys.ts'
import { useSettings } from './use-settings.ts'

/** Shows every page of the role that isn't daily work, by group, with a search over their names and purposes. */
export default function AllSettingsScreen() {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const groups = findSettings(useSettings(), typed)
  const count = groups.reduce((sum, { settings }) => sum + settings.length, 0)
  const hasText = typed.trim() !== ''
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  useListKeys({ '/': () => field.current?.focus() })
  const onKeyDown = useArrowKeys({ field, list, hasText })
  const clear = () => {
    setTyped('')
    field.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the field and the links in it
    <div onKeyDown={onKeyDown}>
      <PageHeader title={t('nav.settings')}>
        <TextInput
          ref={field}
          type="search"
          className={classes.search}
          aria-label={t('allSettings.search')}
          placeholder={t('allSettings.search')}
          leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <p className={classes.hint} role="status" data-keys={!hasText || undefined}>
          {hasText ? t('allSettings.found', { count }) : t('allSettings.hint')}
        </p>
      </PageHeader>
      <div ref={list} className={classes.groups}>
        {groups.map((each) => (
          <Group key={each.group} isBest={hasText && each === groups[0]} {...each} />
        ))}
      </div>
      {count === 0 && (
        <EmptyState
          title={t('allSettings.none', { text: typed.trim() })}
          text={t('allSettings.noneText')}
          action={
            <Button variant="default" onClick={clear}>
              {t('allSettings.clear')}
            </Button>
          }
        />
      )}
    </div>
  )
}

interface GroupProps extends SettingGroup {
  /** Whether its first setting is what Enter opens. */
  isBest: boolean
}

function Group({ group, settings, isBest }: GroupProps) {
  const { t } = useTranslation()
  const id = `settings-${group}`
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {group === 'work' ? t('allSettings.daily') : t(`navGroup.${group}`)}
      </h2>
      <ul className={classes.list}>
        {settings.map((setting, at) => (
          <li key={hrefOf(setting.link)}>
            <SettingLink setting={setting} isBest={isBest && at === 0} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function SettingLink({ setting: { link, name, about }, isBest }: { setting: Setting; isBest: boolean }) {
  const { icon, route, search = {}, hash } = link
  const LinkIcon = iconOf(icon)
  return (
    <Link
      to={route}
      search={search as never}
      {...(hash ? { hash } : {})}
      className={classes.setting}
      data-best={isBest || undefined}
    >
      <LinkIcon size={18} stroke={1.6} aria-hidden />
      <span>
        <b>{name}</b>
        <small>{about}</small>
      </span>
      {isBest && <kbd aria-hidden>Enter</kbd>}
    </Link>
  )
}
