{{- /* The pod settings of a service, as JSON: those of all services, with its own over them. Lists are added, maps merged. */}}
{{- define "carillon.settings" -}}
{{- $own := index .Values .service }}
{{- $settings := dict }}
{{- range $name, $common := .Values.allServices }}
{{- if kindIs "slice" $common }}
{{- $_ := set $settings $name (concat $common (get $own $name | default list)) }}
{{- else }}
{{- $_ := set $settings $name (mergeOverwrite (deepCopy $common) (get $own $name | default dict)) }}
{{- end }}
{{- end }}
{{- toJson $settings }}
{{- end }}

{{- define "carillon.image" -}}
{{ .Values.image.repository }}{{ if .Values.image.digest }}@{{ .Values.image.digest }}{{ else }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{- /* A class belongs to the whole cluster, so its name is that of the namespace: each installation has one. */}}
{{- define "carillon.priorityClass" -}}
{{ .Values.priorityClass.name | default (ternary .Release.Namespace "" .Values.priorityClass.create) }}
{{- end }}

{{- /* The environment that all services share. Where backups are scheduled, the alerts and the doctor ask for them. */}}
{{- define "carillon.config" -}}
{{- $backups := ternary (dict "BACKUPS" "scheduled") dict (and .Values.backup.enabled (not .Values.backup.suspend)) }}
{{- tpl (toJson (merge (deepCopy .Values.config) $backups)) . }}
{{- end }}

{{- /* Of the Secret of a service, which is not the chart's; where Helm talks to no cluster (helm template), of nothing. */}}
{{- define "carillon.secretSum" -}}
{{- $secret := lookup "v1" "Secret" (index . 0).Release.Namespace (printf "carillon-%s" (index . 1)) }}
{{- toJson (get $secret "data") | sha256sum }}
{{- end }}
