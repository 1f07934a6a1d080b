// Calls to find, export and erase one person's data.
import { callStaff } from '../../api.ts'
import type { PersonExport } from './export-file.ts'
import type { ErasedPerson, FoundPerson, PersonIdentifier } from './person.ts'

export const findPerson = (person: PersonIdentifier) =>
  callStaff<FoundPerson>('find-person', person)
export const erasePerson = (person: PersonIdentifier) =>
  callStaff<ErasedPerson>('erase-person', person)
export const exportPerson = (person: PersonIdentifier) =>
  callStaff<PersonExport>('export-person', person)
