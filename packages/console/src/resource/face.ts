import type { AccessKey } from '@courtcrier/contract/access.ts'
import type { Feature } from '@courtcrier/contract/features.ts'
import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import type { Icon } from '@tabler/icons-react'
import { type ComponentType, createContext, useContext } from 'react'
import type { InputProps } from '../fields/control.ts'
import { resourceWord } from '../i18n/labels.ts'
import type { SearchParams } from '../ui/search-params.ts'
import type { SettingIcon } from './icon-of.ts'

/** Groups of the navigation, in order. The drawer shows the first, daily work; the others are on the Settings page. */
export const navGroups = ['work', 'data', 'special', 'storage', 'settings'] as const
export type NavGroup = (typeof navGroups)[number]

/**
 * The console's extension of a resource's definition, or a page without a resource. Components are lazy: every face is
 * loaded with the first page behind the login.
 */
export interface Face {
  /** The resource's name; absent for a page without one. */
  resource?: string
  /** Its position in the navigation, with an optional badge; absent if it isn't listed. */
  nav?: Nav
  /** Further entries that lead into the same page, such as to one of its sections. */
  entries?: readonly FaceEntry[]
  /** Replaces the generic list. */
  screen?: Screen
  /** Replaces the generic form next to the list. */
  drawer?: ComponentType<DrawerProps>
  /** Names one record in its form, if its initial values make it a kind of its own; the definition's name if undefined. */
  wordFor?: (row: AnyRow) => string | undefined
  /** Replaces the list of fields of a read-only record in its drawer. */
  view?: ComponentType<{ row: AnyRow }>
  /** One record's own page, below the list. */
  page?: LoadComponent
  /** Cells that show more than their field's value, by field. The plain one is shown until they are loaded. */
  cells?: Readonly<Record<string, ComponentType<{ row: AnyRow }>>>
  /** Inputs that replace the one of the field's kind, by field. */
  inputs?: Readonly<Record<string, ComponentType<InputProps>>>
  panels?: {
    /** Above the list. */
    list?: ComponentType
    /** Beside the buttons of the list's head. */
    actions?: ComponentType
    /** Above the form of a record. */
    record?: ComponentType<{ resource: Resource; id: string }>
    /** Below the fields of a form: their computed result. */
    form?: ComponentType<FormPanelProps>
    /** The fields that these show, in their own words: they aren't among the record's facts. */
    shows?: readonly string[]
  }
  /** Overlays for one of the list's records, by their name in the address. */
  overlays?: Readonly<Record<string, RecordOverlay>>
}

/** Every page has the navigation of daily work, with its icons; those of settings are loaded with what lists them. */
type Nav = {
  badge?: ComponentType
  /** Whether the page is of no use to a role that may only read what it needs access to. */
  isForWriters?: boolean
} & ({ group: 'work'; icon: Icon } | { group: Exclude<NavGroup, 'work'>; icon: SettingIcon })

interface FaceEntry {
  icon: SettingIcon
  /** Text key of its name. */
  titleKey: string
  search?: SearchParams
  hash?: string
}

type LoadComponent = () => Promise<{ default: ComponentType }>

export interface Screen {
  route: string
  /** Child routes the same component shows, such as `id/$id`. */
  children?: readonly string[]
  accessKey: AccessKey | ''
  /** Key of the translations: its title and its entry in the navigation. */
  titleKey: string
  load: LoadComponent
}

export interface DrawerProps {
  resource: Resource
  /** The open record, `new` for one being created; undefined if none is open. */
  id: string | undefined
  onOpen: (id: string | undefined) => void
  /** What a new record begins with, besides what its definition says. */
  initial?: AnyRow
}

interface FormPanelProps {
  resource: Resource
  /** The record as saved. */
  row: AnyRow
  /** The form's current values. */
  values: AnyRow
  isNew: boolean
  /** Sets what follows once a new record is saved; undefined for nothing. */
  follow: (act: ((saved: AnyRow) => void) | undefined) => void
}

interface RecordOverlay {
  /** Text key of the link to it from a record. */
  titleKey: string
  /** Only if the firm subscribes to this. */
  feature?: Feature
  component: ComponentType<{ id: string; onClose: () => void }>
}

/** All faces, from `screens/registry.ts`, in the order of the navigation. */
export const FacesContext = createContext<readonly Face[]>([])

export function useFaces(): readonly Face[] {
  return useContext(FacesContext)
}

/** Returns what a form calls one record with these values, within a sentence. */
export function useRecordWord(resource: Resource, row: AnyRow): string {
  return useFace(resource).wordFor?.(row) ?? resourceWord(resource, 'one')
}

const plainFace: Face = {}

/** Returns a resource's face; empty if it has none. */
export function useFace({ name }: Resource): Face {
  return useFaces().find(({ resource }) => resource === name) ?? plainFace
}
