package matchnight.bets.json;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;

/**
 * One rule for wire records: a component is required, and not null, unless its type is {@code @Nullable}. What the
 * compiler checks inside is thereby what clients are held to.
 */
final class RequiredUnlessNullable extends JacksonAnnotationIntrospector {

    private static final String OURS = "matchnight.";

    @Override
    public @Nullable Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
        return isOurs(member) ? (Boolean) !isNullable(member) : super.hasRequiredMarker(config, member);
    }

    @Override
    public JsonSetter.Value findSetterInfo(MapperConfig<?> config, Annotated annotated) {
        if (annotated instanceof AnnotatedMember member && isOurs(member)) {
            return JsonSetter.Value.construct(isNullable(member) ? Nulls.SET : Nulls.FAIL, Nulls.FAIL);
        }
        return super.findSetterInfo(config, annotated);
    }

    private static boolean isOurs(AnnotatedMember member) {
        return member.getDeclaringClass().getName().startsWith(OURS);
    }

    private static boolean isNullable(AnnotatedMember member) {
        AnnotatedType type = annotatedType(member);
        return type != null && type.isAnnotationPresent(Nullable.class);
    }

    private static @Nullable AnnotatedType annotatedType(AnnotatedMember member) {
        if (member instanceof AnnotatedParameter parameter) {
            return parameter.getOwner().getAnnotated() instanceof Executable creator
                    ? creator.getAnnotatedParameterTypes()[parameter.getIndex()]
                    : null;
        }
        return switch (member.getAnnotated()) {
            case Field field -> field.getAnnotatedType();
            case Method method -> method.getAnnotatedReturnType();
            default -> null;
        };
    }
}
