//! As much of JSON Schema as our own schemas use.

use serde_json::Value;

/// What a value does not keep of a schema, each with its path.
pub(crate) fn faults(value: &Value, schema: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    check(value, schema, schema, "$", &mut faults);
    faults
}

fn check(value: &Value, schema: &Value, root: &Value, path: &str, faults: &mut Vec<String>) {
    if let Some(target) = schema["$ref"].as_str() {
        let target = root.pointer(target.trim_start_matches('#')).expect("the reference leads somewhere");
        return check(value, target, root, path, faults);
    }
    if let Some(kind) = schema["type"].as_str() {
        let fits = match kind {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "integer" => value.is_u64(),
            "boolean" => value.is_boolean(),
            other => panic!("the type {other} is not known here"),
        };
        if !fits {
            faults.push(format!("{path}: no {kind}: {value}"));
        }
    }
    if schema["enum"].as_array().is_some_and(|list| !list.contains(value)) {
        faults.push(format!("{path}: {value} is not in the list"));
    }
    if value.as_u64().zip(schema["minimum"].as_u64()).is_some_and(|(value, minimum)| value < minimum) {
        faults.push(format!("{path}: {value} is too small"));
    }
    if let Some(choices) = schema["anyOf"].as_array() {
        let fits = |choice| {
            let mut inner = Vec::new();
            check(value, choice, root, path, &mut inner);
            inner.is_empty()
        };
        if !choices.iter().any(fits) {
            faults.push(format!("{path}: none of the forms fits {value}"));
        }
    }
    if let Some(object) = value.as_object() {
        for key in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !object.contains_key(key) {
                faults.push(format!("{path}: no {key}"));
            }
        }
        for (key, inner) in object {
            let path = format!("{path}.{key}");
            match (&schema["properties"][key], &schema["additionalProperties"]) {
                (Value::Null, Value::Bool(false)) => faults.push(format!("{path}: unknown key")),
                (Value::Null, rest @ Value::Object(_)) => check(inner, rest, root, &path, faults),
                (Value::Null, _) => {}
                (known, _) => check(inner, known, root, &path, faults),
            }
        }
    }
    for (index, inner) in value.as_array().into_iter().flatten().enumerate() {
        if schema["items"].is_object() {
            check(inner, &schema["items"], root, &format!("{path}[{index}]"), faults);
        }
    }
}
