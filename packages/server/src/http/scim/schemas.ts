import { groupSchema, userSchema } from './resource-json.ts'

interface Options {
  type?: 'string' | 'boolean' | 'complex' | 'reference'
  isRequired?: boolean
  isMulti?: boolean
  isExact?: boolean
  isReadOnly?: boolean
  isUnique?: boolean
  subAttributes?: readonly object[]
}

function attribute(name: string, description: string, options: Options = {}) {
  const { type = 'string', isMulti, isRequired, isExact, isReadOnly, isUnique, subAttributes } = options
  return {
    ...{ name, type, multiValued: isMulti === true, description, required: isRequired === true },
    ...(type === 'string' ? { caseExact: isExact === true } : {}),
    ...{
      mutability: isReadOnly ? 'readOnly' : 'readWrite',
      returned: 'default',
      uniqueness: isUnique ? 'server' : 'none',
    },
    ...(subAttributes ? { subAttributes } : {}),
  }
}

const reference = attribute('$ref', 'The address of the resource', { type: 'reference', isReadOnly: true })

const userAttributes = [
  attribute('userName', 'The email address by which the user is known', { isRequired: true, isUnique: true }),
  attribute('name', 'The parts of the name', {
    type: 'complex',
    subAttributes: [
      attribute('formatted', 'The whole name'),
      attribute('familyName', 'The family name'),
      attribute('givenName', 'The given name'),
    ],
  }),
  attribute('displayName', 'The name as it is shown'),
  attribute('emails', 'The address for work', {
    type: 'complex',
    isMulti: true,
    subAttributes: [
      attribute('value', 'The address'),
      attribute('type', 'Always work'),
      attribute('primary', 'Always true', { type: 'boolean' }),
    ],
  }),
  attribute('active', 'Whether the user may sign in', { type: 'boolean' }),
  attribute('groups', 'The groups the user is in; changed by the groups only', {
    type: 'complex',
    isMulti: true,
    isReadOnly: true,
    subAttributes: [
      attribute('value', 'The ID of the group', { isReadOnly: true }),
      reference,
      attribute('display', 'The name of the group', { isReadOnly: true }),
    ],
  }),
]

const groupAttributes = [
  attribute('displayName', 'The name of the group', { isRequired: true, isUnique: true }),
  attribute('members', 'The users in the group', {
    type: 'complex',
    isMulti: true,
    subAttributes: [
      attribute('value', 'The ID of the user', { isExact: true }),
      reference,
      attribute('display', 'The name of the user', { isReadOnly: true }),
    ],
  }),
]

/** The schemas of RFC 7643, section 7, with the attributes that are kept. */
export function schemasJson(base: string): readonly { id: string }[] {
  const schema = (id: string, name: string, attributes: readonly object[]) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    ...{ id, name, description: name, attributes },
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  })
  return [schema(userSchema, 'User', userAttributes), schema(groupSchema, 'Group', groupAttributes)]
}

export function resourceTypesJson(base: string): readonly { id: string }[] {
  const type = (id: string, endpoint: string, schema: string) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    ...{ id, name: id, description: id, endpoint, schema, schemaExtensions: [] },
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${id}` },
  })
  return [type('User', '/Users', userSchema), type('Group', '/Groups', groupSchema)]
}

export function serviceJson(base: string, mostResults: number): object {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: mostResults },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Provisioning token',
        description: 'A token that an administrator creates in Courtcrier, with the identity provider',
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  }
}
